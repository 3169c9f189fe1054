import bz2, gzip, lzma

log = open('log.jsonl', 'rb').read()
for name, module in [('gz', gzip), ('bz2', bz2), ('xz', lzma)]:
    open(f'log.jsonl.{name}', 'wb').write(module.compress(log))
