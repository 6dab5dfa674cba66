import './references.ts'
import './vendor-uses.ts'
