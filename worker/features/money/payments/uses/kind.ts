import { registerReferences } from '../../../../core/references.ts'
import { REFERENCES } from './references.ts'

registerReferences(...REFERENCES)
