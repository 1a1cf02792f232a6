"""`python -m slowpath.lsp`: the language server over stdin and stdout."""

import sys

from slowpath.lsp.serving import main

if __name__ == "__main__":
    sys.exit(main())
