import { expect, it } from 'vitest'
import { differsInForm, matchKeyOf } from '../../../schema/shared/match-key.ts'

it('two legal forms or two leading numbers can be two companies, one form and none are one', () => {
  const pairs: [string, string, boolean][] = [
    ['Acme, Inc.', 'Acme', false],
    ['Acme Inc', 'ACME Incorporated', false],
    ['Acme Ltd.', 'Acme Limited', false],
    ['Acme GmbH', 'Acme Inc', true],
    ['Acme L.L.C.', 'Acme Corp', true],
    ['0042 Acme', 'Acme', false],
    ['0042 Acme', '0043 Acme', true],
  ]
  for (const [one, other, differs] of pairs) {
    expect([one, matchKeyOf(one)]).toEqual([one, 'acme'])
    expect([one, other, differsInForm(one, other), differsInForm(other, one)]).toEqual([one, other, differs, differs])
  }
})
