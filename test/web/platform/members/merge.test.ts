import { describe, expect, it } from 'vitest'
import {
  changedValues,
  EMPTY_VALUES,
  inWords,
  mergeValues,
} from '../../../../web/features/platform/members/form-values.ts'

const base = { ...EMPTY_VALUES, title: 'Buyer', groupIds: ['a', 'b'], firstName: 'Ada', lastName: 'Pereira' }

describe('two people changing one member', () => {
  it('what only one of them changed is kept', () => {
    const mine = { ...base, title: 'Head buyer' }
    const theirs = { ...base, groupIds: ['a'] }
    expect(mergeValues(base, mine, theirs)).toEqual({
      merged: { ...base, title: 'Head buyer', groupIds: ['a'] },
      clashes: [],
      taken: ['Groups'],
    })
  })

  it('what both changed is reported, and my value stays in the form', () => {
    const mine = { ...base, title: 'Head buyer', hasPaymentsAccess: true }
    const theirs = { ...base, title: 'Chief buyer', hasPaymentsAccess: true }
    const { merged, clashes, taken } = mergeValues(base, mine, theirs)
    expect(merged).toEqual(mine)
    expect(clashes).toEqual([{ key: 'title', label: 'Title' }])
    expect(taken).toEqual([])
  })
})

describe('the changes that are sent', () => {
  it('only changed fields are sent, and the order of a list is no change', () => {
    expect(changedValues(base, { ...base, groupIds: ['b', 'a'] })).toEqual({})
    expect(changedValues(base, { ...base, groupIds: ['b'], isSigner: true })).toEqual({
      groupIds: ['b'],
      isSigner: true,
    })
  })

  it('changes read as words, with names for ids', () => {
    const names = new Map([['a', 'Legal']])
    expect([inWords(['a'], names), inWords([], names), inWords(true, names), inWords(null, names)]).toEqual([
      'Legal',
      'Nothing',
      'Yes',
      'Nothing',
    ])
  })
})
