import { describeContract } from '../../support/worker/contract-suite.ts'

describeContract('money')
