import { assert, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENTERPRISE, USER_ATTRIBUTES } from '../../../../worker/features/platform/provisioning/scim/attributes.ts'
import { patched } from '../../../../worker/features/platform/provisioning/scim/patch.ts'

/** Patches in the forms of Okta and Entra. */

const ada = {
  userName: 'ada@north.example',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  active: true,
  emails: [{ value: 'ada@north.example', type: 'work', primary: true }],
  [ENTERPRISE]: { department: 'Engines', manager: { value: 'm1', displayName: 'Charles' } },
}
const patchedBy = (...Operations: object[]) => patched(USER_ATTRIBUTES, ada, { Operations })

describe('a patch', () => {
  it.each([
    [
      'an object without a path keeps the other names',
      { op: 'replace', value: { name: { familyName: 'King' } } },
      { name: { givenName: 'Ada', familyName: 'King' } },
    ],
    [
      'a dotted key without a path is a path',
      { op: 'Add', value: { 'name.familyName': 'King' } },
      { name: { givenName: 'Ada', familyName: 'King' } },
    ],
    ['names ignore case', { op: 'REPLACE', path: 'UserName', value: 'a@b.example' }, { userName: 'a@b.example' }],
    ['False as a text is false', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    ['True in a list is true', { op: 'Replace', path: 'active', value: [{ value: 'True' }] }, { active: true }],
    [
      'a filter that finds an element changes it alone',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@y.example' },
      { emails: [{ value: 'x@y.example', type: 'work', primary: true }] },
    ],
    [
      'a filter that finds none makes the element',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'x@y.example' },
      { emails: [...ada.emails, { type: 'home', value: 'x@y.example' }] },
    ],
    [
      'so does one with two equalities',
      { op: 'Add', path: 'phoneNumbers[type eq "work" and primary eq true].value', value: '1' },
      { phoneNumbers: [{ type: 'work', primary: true, value: '1' }] },
    ],
    [
      'the extension by its URN keeps the rest',
      { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Looms' },
      { [ENTERPRISE]: { ...ada[ENTERPRISE], department: 'Looms' } },
    ],
    [
      'the extension as a whole keeps what it doesn’t name',
      { op: 'Add', value: { [ENTERPRISE]: { department: 'Looms' } } },
      { [ENTERPRISE]: { ...ada[ENTERPRISE], department: 'Looms' } },
    ],
    [
      'the extension as a path does the same',
      { op: 'Replace', path: ENTERPRISE, value: { costCenter: 4711 } },
      { [ENTERPRISE]: { ...ada[ENTERPRISE], costCenter: '4711' } },
    ],
    [
      'another manager has no old name',
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'm2' },
      { [ENTERPRISE]: { department: 'Engines', manager: { value: 'm2' } } },
    ],
    [
      'what Outlay doesn’t know is left out without a path',
      { op: 'add', value: { 'urn:example:custom:2.0:User': { hat: 'top' }, password: 'x', title: 'Countess' } },
      { title: 'Countess' },
    ],
  ])('%s', (_, operation, changed) => {
    expect(patchedBy(operation)).toEqual({ ...ada, ...changed })
  })

  it('a removed attribute is gone, and removing what isn’t there changes nothing', () => {
    const { [ENTERPRISE]: _, ...rest } = ada
    expect(patchedBy({ op: 'Remove', path: ENTERPRISE })).toEqual(rest)
    expect(patchedBy({ op: 'remove', path: 'title' })).toEqual(ada)
    expect(patchedBy({ op: 'remove', path: 'emails[type eq "work"]' })).toEqual({
      ...rest,
      [ENTERPRISE]: ada[ENTERPRISE],
      emails: undefined,
    })
  })

  it.each([
    [{ op: 'replace', path: 'hat', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'name[', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type co "x"].value', value: 'x' }, 'noTarget'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'title' }, 'invalidSyntax'],
    [{ op: 'add', path: 'active', value: 'maybe' }, 'invalidValue'],
    [{ op: 'add', path: 'title' }, 'invalidValue'],
  ])('%j is refused as %s', (operation, scimType) => {
    expect(() => patchedBy(operation)).toThrow(expect.objectContaining({ scimType }))
  })

  it('twice the same patch is once the patch, whatever the texts', () => {
    assert(
      property(
        string({ maxLength: 40 }),
        string({ maxLength: 40 }),
        integer({ min: 0, max: 3 }),
        (given, department, at) => {
          const all = [
            { op: 'Add', value: { 'name.givenName': given, [`${ENTERPRISE}:department`]: department } },
            { op: 'replace', path: 'emails[type eq "work"].value', value: given },
            { op: 'add', path: 'roles', value: [{ value: given }, { value: given }] },
            { op: 'replace', path: 'name', value: { familyName: department } },
          ]
          const once = patchedBy(all[at] ?? {})
          expect(patched(USER_ATTRIBUTES, once, { Operations: [all[at]] })).toEqual(once)
          expect(Object.getPrototypeOf(once)).toBe(Object.prototype)
        },
      ),
    )
  })
})
