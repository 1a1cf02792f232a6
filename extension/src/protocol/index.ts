/**
 * Slowpath's own messages over LSP, a file a topic: the mirror of `server/slowpath/lsp/protocol/`.
 *
 * Names are snake_case because they are the wire's names; a test compares both sides field by field.
 */

export * from './breaking';
export * from './campaign';
export * from './companion';
export * from './constraints';
export * from './contrast';
export * from './conversation';
export * from './errors';
export * from './format';
export * from './inputs';
export * from './lines';
export * from './models';
export * from './optimizing';
