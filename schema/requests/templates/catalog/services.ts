import { type CategoryTemplate, form, ifYes, q, REQUIRED, workflow } from '../template.ts'

export const services: CategoryTemplate = {
  key: 'services',
  name: 'Professional services',
  description: 'Consultants, lawyers, auditors and other services with a statement of work.',
  form: form('services', [
    [
      'The work',
      [
        q('services-title', 'REQUEST_TITLE', 'What should we call this request?', REQUIRED),
        q('services-vendor', 'VENDOR_SELECT', 'Vendor', REQUIRED),
        q('services-scope', 'TEXT', 'What will they deliver?', REQUIRED),
        q('services-access', 'YES_NO', 'Do they need access to our systems or data?', REQUIRED),
        q('services-systems', 'TEXT', 'Which systems and data?', { ...REQUIRED, ...ifYes('services-access') }),
        q('services-quotes', 'YES_NO', 'Did you compare several offers?', REQUIRED),
      ],
    ],
    [
      'Contract and cost',
      [
        q('services-amount', 'REQUEST_AMOUNT', 'Total cost', { ...REQUIRED, allowsNote: true }),
        q('services-department', 'DEPARTMENT_SELECT', 'Which department pays?', REQUIRED),
        q('services-start', 'START_DATE', 'First day of the work', REQUIRED),
        q('services-end', 'END_DATE', 'Last day of the work'),
        q('services-own-terms', 'YES_NO', 'Do they use their own contract instead of ours?', REQUIRED),
        q('services-contract', 'DOCUMENTS', 'Offer or statement of work', { isMulti: true }),
      ],
    ],
  ]),
  ...workflow('services', 'Service approvals', [
    [
      { label: 'Manager', asks: 'manager' },
      { label: 'Department', asks: 'department' },
    ],
    [
      { label: 'Legal review', asks: 'legal', ...ifYes('services-own-terms') },
      { label: 'Security review', asks: 'it', ...ifYes('services-access') },
      { label: 'Finance', asks: 'finance', from: ['services-amount', 10_000] },
    ],
    [{ label: 'Sign the contract', asks: 'legal', type: 'TASK' }],
  ]),
}
