//! The files that random command lines find: inputs, and files of earlier runs and of other programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::sandbox::Sandbox;

/// The working directory within the directory of a run, also for temporary files.
pub const STARTED_IN: &str = "work";
pub const TEMPORARY: &str = "tmp";

/// Files and directories with their contents, by their paths.
pub type Snapshot = BTreeMap<PathBuf, Node>;

#[derive(Debug, PartialEq, Eq)]
pub enum Node {
    File(Vec<u8>),
    Directory,
}

/// The files that every run finds, made once.
pub struct Inputs {
    nodes: Snapshot,
    /// Files that the program has written.
    own: Vec<PathBuf>,
    pub log: Vec<u8>,
}

const LANES: &str = r#"{"queens":4}
{"lane":1,"place":[1,1]}
{"lane":2,"place":[2,1]}
{"lane":1,"remove":[1,1]}
{"lane":2,"place":[4,2],"caption":"<&> \u202e"}
"#;

const BROKEN_LOG: &str = "{\"queens\":4}\n{\"place\":[1,1]}\n{\"remove\":[2,2]}\n{\"place\":";

/// Files of other programs, by their paths.
const FOREIGN: [(&str, &[u8]); 14] = [
    ("lanes.jsonl", LANES.as_bytes()),
    (
        "events.txt",
        b"Solving...\n{\"place\":[2,1]}\n{\"place\":[4,2]}\n{\"place\":[1,3]}\n{\"place\":[3,4]}\ndone\n",
    ),
    ("broken.jsonl", BROKEN_LOG.as_bytes()),
    ("empty.jsonl", b""),
    ("recipe.toml", b"[[film]]\nkind = 'search'\nqueens = 4\nsize = 48\noutput = 'made.gif'\n"),
    ("broken.toml", b"light = \"white\"\n"),
    ("broken.ttf", b"\0\x01\0\0\0\x03 a font?"),
    ("solver.py", b"def solve(column):\n\tqueens[column] = 1\n"),
    ("binary", b"\x7fELF\0\xff\xfe\x80\n\n\0"),
    ("picture.png", b"\x89PNG\r\n\x1a\n of another program"),
    ("notes.md", b"# Notes\n"),
    ("list.txt", b"bread\nmilk\n"),
    ("locked.gif", b"GIF89a of another program"),
    ("there/notes.txt", b"to be kept"),
];

impl Inputs {
    pub fn new() -> Self {
        let sandbox = Sandbox::new();
        sandbox.succeed(&["search", "4", "--events", "log.jsonl", "--size", "48", "-o", "old.gif"]);
        sandbox.succeed(&["search", "4", "--select", "0..2", "--size", "48", "-o", "frames/"]);
        sandbox.succeed(&["board", "2413", "--size", "48", "-o", "old.png"]);
        sandbox.succeed(&["themes", "blue", "-o", "theme.toml"]);
        let written = snapshot(&sandbox.path(""));
        let log = sandbox.read("log.jsonl");
        // Logs and themes have no mark.
        let marked =
            written.keys().filter(|path| !path.ends_with("log.jsonl") && !path.ends_with("theme.toml"));
        let own = marked.map(|path| Path::new(STARTED_IN).join(path)).collect();
        let mut nodes: Snapshot =
            written.into_iter().map(|(path, node)| (Path::new(STARTED_IN).join(path), node)).collect();
        for directory in [STARTED_IN, TEMPORARY, "work/there", "work/empty"] {
            nodes.insert(directory.into(), Node::Directory);
        }
        for (path, bytes) in FOREIGN {
            nodes.insert(Path::new(STARTED_IN).join(path), Node::File(bytes.to_vec()));
        }
        Self { nodes, own, log }
    }

    /// Writes them to a directory.
    pub fn write(&self, directory: &Path) {
        // Directories precede their content.
        for (path, node) in &self.nodes {
            let path = directory.join(path);
            match node {
                Node::File(bytes) => fs::write(path, bytes).unwrap(),
                Node::Directory => fs::create_dir(path).unwrap(),
            }
        }
        let locked = directory.join(STARTED_IN).join("locked.gif");
        let mut permissions = fs::metadata(&locked).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(locked, permissions).unwrap();
    }

    /// The files at the start of a run.
    pub const fn nodes(&self) -> &Snapshot {
        &self.nodes
    }

    /// Whether the program has written a file, and so may replace it.
    pub fn is_own(&self, path: &Path) -> bool {
        self.own.iter().any(|own| own == path)
    }
}

/// All that is in a directory, by paths from there on.
pub fn snapshot(directory: &Path) -> Snapshot {
    let mut nodes = Snapshot::new();
    let mut unread = vec![directory.to_owned()];
    while let Some(parent) = unread.pop() {
        for entry in fs::read_dir(&parent).unwrap() {
            let path = entry.unwrap().path();
            let node = if path.is_dir() {
                unread.push(path.clone());
                Node::Directory
            } else {
                Node::File(fs::read(&path).unwrap())
            };
            nodes.insert(path.strip_prefix(directory).unwrap().to_owned(), node);
        }
    }
    nodes
}
