import './unit-uses.ts'
import './vendor-uses.ts'
