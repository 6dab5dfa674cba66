import { type CategoryTemplate, form, ifYes, q, REQUIRED, workflow } from '../template.ts'

export const software: CategoryTemplate = {
  key: 'software',
  name: 'Software',
  description: 'New tools, renewals and more seats.',
  form: form('software', [
    [
      'What you need',
      [
        q('software-title', 'REQUEST_TITLE', 'What should we call this request?', {
          ...REQUIRED,
          description: 'For example “Design tool, 12 seats”.',
        }),
        q('software-vendor', 'VENDOR_SELECT', 'Vendor', REQUIRED),
        q('software-kind', 'CUSTOM_SELECT', 'What kind of purchase is it?', {
          ...REQUIRED,
          choices: ['New tool', 'Renewal', 'More seats or a larger plan'],
        }),
        q('software-why', 'TEXT', 'What will it be used for?', REQUIRED),
        q('software-personal', 'YES_NO', 'Holds personal data', REQUIRED),
        q('software-data', 'TEXT', 'Which data, and where is it kept?', { ...REQUIRED, ...ifYes('software-personal') }),
      ],
    ],
    [
      'Cost and timing',
      [
        q('software-amount', 'REQUEST_AMOUNT', 'Total cost of the first year', { ...REQUIRED, allowsNote: true }),
        q('software-department', 'DEPARTMENT_SELECT', 'Which department pays?', REQUIRED),
        q('software-start', 'START_DATE', 'When should it start?', REQUIRED),
        q('software-due', 'DUE_DATE', 'When do you need a decision?'),
        q('software-yearly', 'YES_NO', 'Does it renew annually?'),
        q('software-quote', 'DOCUMENTS', 'Quote or order form', { isMulti: true }),
      ],
    ],
  ]),
  ...workflow('software', 'Software approvals', [
    [
      { label: 'Manager', asks: 'manager' },
      { label: 'Department', asks: 'department' },
    ],
    [
      { label: 'Security review', asks: 'it', ...ifYes('software-personal') },
      { label: 'Finance', asks: 'finance', from: ['software-amount', 5_000] },
    ],
    [{ label: 'Set up accounts', asks: 'it', type: 'TASK' }],
  ]),
}
