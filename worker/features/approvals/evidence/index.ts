/**
 * Evidence packs: everything that happened to one bill or request, as a PDF for people and a JSON file that can be checked
 * without Outlay. Invariants: a pack has nothing that its reader may not see, no bank number and no secret; each part's hash
 * is signed; making one is in the history; its files are gone after an hour.
 */
export { registerEvidence, registerEvidencePart } from './registry.ts'
