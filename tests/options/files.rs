//! Files that options name, whose bytes are refused.

use crate::common::sandbox::Sandbox;
use crate::common::table::words;

#[test]
fn files_that_are_no_text_or_too_large_are_refused() {
    let recipe = |title: &[u8]| [b"[[film]]\nkind = 'search'\nqueens = 8\ntitle = '", title, b"'\n"].concat();
    for (command, name, bytes, said) in [
        ("search 4 --theme", "own.toml", b"\xff\xfe\x00".to_vec(), "UTF-8"),
        ("search 4 --theme", "own.toml", vec![b'#'; 1_000_001], "larger than 1 MB"),
        (
            "replay log.jsonl --code-file",
            "solver.c",
            b"int x;\nint \xe4;\n".to_vec(),
            "line 2, byte 5 is not UTF-8",
        ),
        ("replay log.jsonl --code-file", "solver.c", b"\n\n".to_vec(), "there is no code in it"),
        ("replay log.jsonl --code-file", "solver.c", vec![b'x'; 1_000_001], "more than 1 MB"),
        ("make", "bad.toml", recipe(b"\xff"), "bad.toml: line 4: this is no text in UTF-8"),
        ("make", "bad.toml", recipe(&vec![b'x'; 10_000_000]), "bad.toml: the file is larger than 1 MB"),
    ] {
        let sandbox = Sandbox::new();
        sandbox.write("log.jsonl", "{\"place\":[1,1]}\n");
        sandbox.write(name, bytes);
        let message = sandbox.fail(2, &[&words(command)[..], &[name]].concat());
        assert!(message.contains(said) && message.contains(name), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(sandbox.names().len(), 2, "{:?}", sandbox.names());
    }
}
