//! The objects of a PDF, written one after the other.

use std::fmt::Write as _;
use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Chunk, Filter, Finish, Name, Ref, Settings, Stream};

use crate::encode::{Format, MarkedWriter};

/// Objects that are not streams are compressed together, at most so many at a time.
const PACKED: usize = 100;

/// The highest level of compression that is fast.
const LEVEL: u8 = 9;

/// Writes objects and remembers where they are.
#[derive(Debug)]
pub struct Objects<W> {
    out: MarkedWriter<W>,
    /// By their numbers, from 1 on; [`NOWHERE`] for those that are not written yet.
    places: Vec<Place>,
    /// The objects that are compressed together next, with their numbers.
    packed: Vec<(Ref, Vec<u8>)>,
}

/// Where an object is, as a row of the table at the end: what the others are, and two numbers.
type Place = (u8, u64, u16);

/// Nowhere.
const NOWHERE: Place = (0, 0, 0);

/// From this byte on.
const fn at(byte: u64) -> Place {
    (1, byte, 0)
}

impl<W: Write> Objects<W> {
    /// Begins a file.
    pub fn begin(out: W) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        // Four bytes beyond ASCII show that the file is not text.
        out.write_all(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")?;
        Ok(Self { out, places: Vec::new(), packed: Vec::new() })
    }

    /// The number of another object, which is written later.
    pub fn reserve(&mut self) -> Ref {
        self.places.push(NOWHERE);
        Ref::new(self.places.len() as i32)
    }

    /// Writes an object that is no stream.
    pub fn object(&mut self, id: Ref, write: impl FnOnce(&mut Chunk)) -> io::Result<()> {
        let mut chunk = chunk();
        write(&mut chunk);
        self.packed.push((id, body(chunk.as_bytes())));
        if self.packed.len() == PACKED { self.pack() } else { Ok(()) }
    }

    /// Writes a stream of these bytes, compressed; `write` adds what else is known of it.
    pub fn stream(&mut self, id: Ref, data: &[u8], write: impl FnOnce(&mut Stream<'_>)) -> io::Result<()> {
        let data = compress_to_vec_zlib(data, LEVEL);
        let mut chunk = chunk();
        let mut stream = chunk.stream(id, &data);
        stream.filter(Filter::FlateDecode);
        write(&mut stream);
        stream.finish();
        self.places[index(id)] = at(self.out.bytes());
        self.out.write_all(chunk.as_bytes())
    }

    /// Completes the file, with these objects as its root and its information; returns its size.
    pub fn finish(mut self, root: Ref, info: Ref) -> io::Result<u64> {
        self.pack()?;
        let id = self.reserve();
        let start = self.out.bytes();
        self.places[index(id)] = at(start);
        let width = |highest: u64| (u64::BITS - highest.leading_zeros()).div_ceil(8) as usize;
        let field = width(start);
        let rows = [(0, 0, u16::MAX)].into_iter().chain(self.places.iter().copied());
        let bytes = |(kind, number, more): Place| {
            [&[kind], &number.to_be_bytes()[8 - field..], &more.to_be_bytes()].concat()
        };
        let table: Vec<u8> = rows.flat_map(bytes).collect();
        let count = self.places.len() as i32 + 1;
        self.stream(id, &table, |stream| {
            stream.pair(Name(b"Type"), Name(b"XRef")).pair(Name(b"Size"), count);
            stream.pair(Name(b"Root"), root).pair(Name(b"Info"), info);
            stream.insert(Name(b"W")).array().items([1, field as i32, 2]);
        })?;
        self.out.close(|name| {
            [Format::Pdf.mark(name), format!("startxref\n{start}\n%%EOF\n").into_bytes()].concat()
        })
    }

    /// Writes the objects that wait to be compressed together.
    fn pack(&mut self) -> io::Result<()> {
        if self.packed.is_empty() {
            return Ok(());
        }
        let id = self.reserve();
        let packed = std::mem::take(&mut self.packed);
        let (mut numbers, mut bodies) = (String::new(), Vec::new());
        for (at, (object, body)) in packed.iter().enumerate() {
            let _ = write!(numbers, "{} {} ", object.get(), bodies.len());
            bodies.extend(body);
            // In this stream of objects, at this index.
            self.places[index(*object)] = (2, id.get() as u64, at as u16);
        }
        let (count, first) = (packed.len() as i32, numbers.len() as i32);
        self.stream(id, &[numbers.as_bytes(), &bodies].concat(), |stream| {
            stream.pair(Name(b"Type"), Name(b"ObjStm")).pair(Name(b"N"), count).pair(Name(b"First"), first);
        })
    }
}

const fn index(id: Ref) -> usize {
    id.get() as usize - 1
}

fn chunk() -> Chunk {
    Chunk::with_settings(Settings { pretty: false })
}

/// An object without its number and the words around it.
fn body(object: &[u8]) -> Vec<u8> {
    let (start, end) = (b"obj", b"endobj");
    let from = object.windows(start.len()).position(|word| word == start).map_or(0, |at| at + start.len());
    let to = object.windows(end.len()).rposition(|word| word == end).unwrap_or(object.len());
    [object[from..to].trim_ascii(), b"\n"].concat()
}
