# Prints the name and the text of each part of a package that has markup, as JSON.
import json, sys, zipfile
parts = zipfile.ZipFile(sys.argv[1])
markup = [name for name in parts.namelist() if name.endswith(('.xml', '.rels', '.svg'))]
print(json.dumps([[name, parts.read(name).decode()] for name in markup]))
