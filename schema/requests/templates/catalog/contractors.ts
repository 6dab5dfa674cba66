import { type CategoryTemplate, form, ifYes, q, REQUIRED, workflow } from '../template.ts'

export const contractors: CategoryTemplate = {
  key: 'contractors',
  name: 'Contractors and freelancers',
  description: 'People who work for us for some time without being employed.',
  form: form('contractors', [
    [
      'The person and the work',
      [
        q('contractors-title', 'REQUEST_TITLE', 'Role and name', {
          ...REQUIRED,
          description: 'For example “Backend developer, 3 months”.',
        }),
        q('contractors-vendor', 'VENDOR_SELECT', 'The person’s company, or the agency'),
        q('contractors-work', 'TEXT', 'What will they work on?', REQUIRED),
        q('contractors-extends', 'YES_NO', 'Does it extend an earlier contract?', REQUIRED),
        q('contractors-total', 'DURATION', 'How long have they worked for us already?', {
          ...REQUIRED,
          ...ifYes('contractors-extends'),
        }),
        q('contractors-lead', 'MEMBER_SELECT', 'Who leads their work?', REQUIRED),
        q('contractors-accounts', 'YES_NO', 'Do they need accounts or equipment from us?', REQUIRED),
      ],
    ],
    [
      'Cost and dates',
      [
        q('contractors-rate', 'MONEY', 'Rate per hour or day'),
        q('contractors-amount', 'REQUEST_AMOUNT', 'Total cost', { ...REQUIRED, allowsNote: true }),
        q('contractors-department', 'DEPARTMENT_SELECT', 'Which department pays?', REQUIRED),
        q('contractors-start', 'START_DATE', 'First day', REQUIRED),
        q('contractors-end', 'END_DATE', 'Last day', REQUIRED),
        q('contractors-contract', 'DOCUMENTS', 'Offer or contract', { isMulti: true }),
      ],
    ],
  ]),
  ...workflow('contractors', 'Contractor approvals', [
    [
      { label: 'Manager', asks: 'manager' },
      { label: 'Department', asks: 'department' },
    ],
    [
      { label: 'People team', asks: 'people' },
      { label: 'Finance', asks: 'finance', from: ['contractors-amount', 10_000] },
      { label: 'Legal review', asks: 'legal', ...ifYes('contractors-extends') },
    ],
    [{ label: 'Set up accounts', asks: 'it', type: 'TASK', ...ifYes('contractors-accounts') }],
  ]),
}
