import { registerReferences } from '../../../../core/references.ts'
import './module-hold.ts'
import { REFERENCES } from './references.ts'

registerReferences(...REFERENCES)
