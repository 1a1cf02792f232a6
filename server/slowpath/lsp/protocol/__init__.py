"""Slowpath's own messages over LSP, a file a topic; of it `extension/dev/protocol.py` writes the editor's side.

One request down (`slowpath/campaign/start`, `slowpath/break/start`, `slowpath/optimize/start`), whole states up
(`slowpath/campaign/changed`, `slowpath/break/changed`, `slowpath/optimize/changed`, a few a second at most). Names are
snake_case because the command line prints the same words. Input bytes travel only when an input is opened, in chunks.
`uri` is always the solution's document.
"""

from slowpath.lsp.protocol.breaking import *  # noqa: F403
from slowpath.lsp.protocol.campaign import *  # noqa: F403
from slowpath.lsp.protocol.companion import *  # noqa: F403
from slowpath.lsp.protocol.constraints import *  # noqa: F403
from slowpath.lsp.protocol.contrast import *  # noqa: F403
from slowpath.lsp.protocol.conversation import *  # noqa: F403
from slowpath.lsp.protocol.errors import *  # noqa: F403
from slowpath.lsp.protocol.format import *  # noqa: F403
from slowpath.lsp.protocol.inputs import *  # noqa: F403
from slowpath.lsp.protocol.lines import *  # noqa: F403
from slowpath.lsp.protocol.models import *  # noqa: F403
from slowpath.lsp.protocol.optimizing import *  # noqa: F403
from slowpath.lsp.protocol.rows import *  # noqa: F403
