/**
 * Where services in the field differ from the interface's shapes, and what is made of it, by resource. Everything
 * that is not understood is left as it came: decoding reports it.
 */
export { repairAddition, repairDownloads, repairSelection, spellDownloads } from './repair/downloads.ts';
