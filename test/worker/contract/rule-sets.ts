import { has, ID, NAMED, type Row } from './row.ts'

/** Rule sets for spend requests, as programs maintain them. */

const RULE = 'id approverType approvers { users { id name } groups { id name } } watchers { users { id } }'
const LEVELS = `levels { id number costRules { ${RULE} min } contractLengthRules { ${RULE} min }
  newVendorRules { ${RULE} newVendor } noConditionRules { ${RULE} }
  customFieldRules { ${RULE} customFieldId customFieldOptionId } }`
const FIELD = 'id label type required spendRuleSetId ordinal options { id label }'

const one = (shows: unknown, select: string) => ({
  ...{ call: 'query spendRuleSet', args: { id: '@ruleSet' } },
  ...{ shows, select: `{ ${select} }` },
})
const people = (user: string) => ({
  approverType: 'CUSTOM_APPROVERS',
  approvers: { userIds: [user] },
  watchers: { userIds: ['@colleague'] },
})
const shown = { approverType: 'CUSTOM_APPROVERS', watchers: { users: [{ id: '@colleague' }] } }

export const ruleSetRows: Row[] = [
  {
    call: 'query spendRuleSets',
    given: ['@ruleSet'],
    answers: [{ ...NAMED, spendCategories: 'list{id}', businessUnits: 'list{id}', departments: 'list{id}' }],
  },
  {
    call: 'query spendRuleSet',
    args: { id: '@ruleSet' },
    answers: { ...NAMED, customFields: 'list{id}', levels: 'list{id number}' },
  },
  {
    call: 'query spendRuleSetCustomFields',
    args: { spendRuleSetId: '@ruleSet' },
    answers: [
      { ...has('id label:text type:text required:flag spendRuleSetId ordinal:number'), options: 'list{id label}' },
    ],
  },
  {
    call: 'query spendCategoryCustomFields',
    as: 'colleague',
    given: ['@ruleSet'],
    args: { spendCategoryIds: [], departmentIds: ['@department'], businessUnitIds: [] },
    answers: [has('id label:text type:text required:flag spendRuleSetId')],
  },
  {
    call: 'mutation createSpendRuleSet',
    args: { name: '@newName' },
    answers: ID,
    after: [{ call: 'query spendRuleSets', shows: [{ id: '@answer', name: '@newName' }], select: '{ id name }' }],
  },
  {
    call: 'mutation updateSpendRuleSet',
    args: {
      id: '@ruleSet',
      input: {
        ...{ name: '@newName', spendCategoryIds: ['@spendCategory'] },
        ...{ businessUnitIds: ['@businessUnit'], departmentIds: ['@department'] },
      },
    },
    answers: ID,
    after: [
      one(
        {
          ...{ name: '@newName', spendCategories: [{ id: '@spendCategory' }] },
          ...{ businessUnits: [{ id: '@businessUnit' }], departments: [{ id: '@department' }] },
        },
        'name spendCategories { id } businessUnits { id } departments { id }',
      ),
    ],
  },
  {
    call: 'mutation updateSpendRuleSetLevels',
    args: {
      spendRuleSetId: '@ruleSet',
      levels: [
        {
          number: 1,
          costRules: [{ min: 1_000_000, ...people('@colleague') }],
          contractLengthRules: [{ min: 12, ...people('@colleague') }],
          newVendorRules: [{ newVendor: true, ...people('@colleague') }],
          noConditionRules: [{ ...people('@colleague') }],
          customFieldRules: [],
        },
      ],
    },
    answers: ID,
    after: [
      one(
        {
          levels: [
            {
              number: 1,
              costRules: [{ min: 1_000_000, approvers: { users: [{ id: '@colleague' }] }, ...shown }],
              contractLengthRules: [{ min: 12 }],
              newVendorRules: [{ newVendor: true }],
              noConditionRules: [shown],
            },
          ],
        },
        LEVELS,
      ),
    ],
  },
  {
    call: 'mutation createSpendRuleSetCustomFields',
    args: {
      spendRuleSetId: '@ruleSet',
      customFields: [
        ...[{ label: 'Region', type: 'SINGLE_CHOICE', required: true, ordinal: 0, options: [{ label: 'EU' }] }],
        ...[{ label: '@newName', type: 'TEXT', required: false, ordinal: 1, options: [] }],
      ],
    },
    answers: ID,
    after: [
      {
        call: 'query spendRuleSetCustomFields',
        args: { spendRuleSetId: '@ruleSet' },
        shows: [
          { label: 'Region', type: 'SINGLE_CHOICE', required: true, options: [{ label: 'EU' }] },
          { label: '@newName', ordinal: 1 },
        ],
        select: `{ ${FIELD} }`,
      },
    ],
  },
  {
    call: 'mutation deleteSpendRuleSet',
    args: { id: '@ruleSet' },
    answers: ID,
    after: [{ call: 'query spendRuleSets', hides: '@ruleSet', select: '{ id }' }],
  },
  {
    call: 'PATCH /api/spend-rule-sets/{spendRuleSetId}',
    path: { spendRuleSetId: '@ruleSet' },
    body: { name: '@newName' },
    after: [{ call: 'query spendRuleSets', shows: [{ id: '@ruleSet', name: '@newName' }], select: '{ id name }' }],
  },
]
