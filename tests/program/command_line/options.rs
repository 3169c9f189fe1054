//! Values of options: themes, algorithms, seeds, and other spellings.

use crate::common::sandbox::{Sandbox, stdout};

#[test]
fn a_custom_theme_is_read_and_its_errors_are_named() {
    let sandbox = Sandbox::new();
    let printed = sandbox.succeed(&["themes", "blue"]).stdout;
    sandbox.write("mine.toml", &printed);
    sandbox.succeed(&["search", "4", "--theme", "mine.toml", "-o", "mine.gif"]);
    sandbox.succeed(&["search", "4", "--theme", "blue", "-o", "blue.gif"]);
    assert_eq!(sandbox.read("mine.gif"), sandbox.read("blue.gif"));
    let text = String::from_utf8(printed).unwrap();
    sandbox.write("typo.toml", text.replace("queen", "qween"));
    sandbox.refuse(2, &["search", "4", "--theme", "typo.toml"], &["unknown field `qween`"]);
    for (number, secret) in
        ["root:$6$SECRET", "[SECRET]\nSECRET = 'SECRET'", "SECRET = 7", "{\"SECRET\": 7}"].iter().enumerate()
    {
        let name = format!("secret-{number}.toml");
        sandbox.write(&name, secret);
        let said = sandbox.fail(2, &["search", "4", "--theme", &name]);
        assert!(
            said.contains("line 1: a theme begins with one of about, page") && !said.contains("SECRET"),
            "{said}"
        );
    }
    sandbox.write("binary.toml", [0xff, 0xfe, 0x00]);
    sandbox.refuse(2, &["search", "4", "--theme", "binary.toml"], &["UTF-8"]);
    sandbox.write("large.toml", "#".repeat(1_000_001));
    sandbox.refuse(2, &["search", "4", "--theme", "large.toml"], &["larger than 1 MB"]);
}

#[test]
fn every_algorithm_is_listed_and_films_under_its_name() {
    let sandbox = Sandbox::new();
    let listed = sandbox.stdout(&["algorithms"]);
    assert_eq!(listed.lines().count(), 10);
    assert_eq!(listed.matches("; N ≤ 10 ").count(), 1);
    assert_eq!(listed.matches("; N ≤ 8 ").count(), 1);
    for line in listed.lines() {
        let name = line.split(' ').next().unwrap();
        sandbox.succeed(&["search", "4", "--algorithm", name, "--every", "9", "-q"]);
        let film =
            if name == "backtracking" { "queens-4.gif".to_owned() } else { format!("queens-4-{name}.gif") };
        assert!(sandbox.path("output").join(&film).is_file(), "{film}");
    }
}

#[test]
fn a_seed_determines_a_random_search() {
    let sandbox = Sandbox::new();
    let film = |seed: Option<&str>, name: &str| {
        let seed: Vec<&str> = seed.into_iter().flat_map(|seed| ["--seed", seed]).collect();
        let said = sandbox
            .succeed(&[&["search", "6", "--algorithm", "min-conflicts", "-o", name], &seed[..]].concat());
        (sandbox.read(name), stdout(&said))
    };
    let (first, said) = film(None, "a.gif");
    assert!(said.contains(" moves") && said.contains(" board") && !said.contains("placement"), "{said}");
    assert!(first == film(Some("1"), "b.gif").0);
    assert!(first != film(Some("2"), "c.gif").0);
}

#[test]
fn other_spellings_are_accepted() {
    let sandbox = Sandbox::new();
    let same = |one: &[&str], other: &[&str]| {
        let film = |arguments: &[&str]| sandbox.succeed(&[arguments, &["-o", "-"]].concat()).stdout;
        assert!(film(one) == film(other), "{other:?}");
    };
    same(&["search", "4", "--theme", "dark"], &["search", "4", "--theme", "Dark"]);
    same(&["search", "4", "--theme", "grey"], &["search", "4", "--theme", "gray"]);
    same(&["search", "4", "--canvas", "320x200"], &["search", "4", "--canvas", "320X200"]);
    same(&["race", "4", "eager", "marking"], &["race", "4", "eager,marking"]);
    same(&["board", "2413", "--coordinates"], &["board", "2413", "--coordinates", "--squares", "chess"]);
    same(&["board", "136824759"], &["board", "1,3,6,8,2,4,7,5,9"]);
}

#[test]
fn every_command_that_draws_names_squares_by_numbers() {
    let sandbox = Sandbox::new();
    for command in [
        &["search", "4", "--coordinates"][..],
        &["search", "4", "--caption"],
        &["race", "4", "eager", "marking", "--coordinates"],
        &["board", "2413", "--coordinates"],
        &["gallery", "4", "--format", "gif", "--coordinates"],
    ] {
        let film = |squares| sandbox.succeed(&[command, &["-o", "-", "--squares", squares]].concat()).stdout;
        assert!(film("chess") != film("numbers"), "{command:?}");
    }
    sandbox.refuse(2, &["gallery", "4", "--squares", "numbers"], &["for one picture each"]);
}
