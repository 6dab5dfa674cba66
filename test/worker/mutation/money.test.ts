import { describeRulesRemoved } from '../../support/worker/mutation-suite.ts'

describeRulesRemoved('money')
