import { describeMatrix } from '../../support/worker/matrix-suite.ts'

describeMatrix('money')
