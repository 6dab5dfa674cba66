import { type CategoryTemplate, form, ifChosen, q, REQUIRED, workflow } from '../template.ts'

export const hardware: CategoryTemplate = {
  key: 'hardware',
  name: 'Hardware and equipment',
  description: 'Laptops, phones, monitors, furniture and other equipment.',
  form: form('hardware', [
    [
      'What you need',
      [
        q('hardware-title', 'REQUEST_TITLE', 'What should we call this request?', {
          ...REQUIRED,
          description: 'For example “Laptop for a new designer”.',
        }),
        q('hardware-kind', 'CUSTOM_SELECT', 'What kind of equipment is it?', {
          ...REQUIRED,
          choices: ['Laptop or computer', 'Phone or tablet', 'Monitor or accessory', 'Furniture', 'Something else'],
        }),
        q('hardware-other', 'TEXT', 'What is it?', { ...REQUIRED, ...ifChosen('hardware-kind', 5) }),
        q('hardware-count', 'NUMBER', 'How many?', REQUIRED),
        q('hardware-reason', 'CUSTOM_SELECT', 'Why is it needed?', {
          ...REQUIRED,
          choices: ['New hire', 'Replacement', 'Additional equipment'],
        }),
        q('hardware-broken', 'TEXT', 'What happens to the old one?', {
          ...REQUIRED,
          ...ifChosen('hardware-reason', 2),
        }),
        q('hardware-person', 'MEMBER_SELECT', 'Who is it for?'),
      ],
    ],
    [
      'Cost and delivery',
      [
        q('hardware-amount', 'REQUEST_AMOUNT', 'Total cost', REQUIRED),
        q('hardware-department', 'DEPARTMENT_SELECT', 'Which department pays?', REQUIRED),
        q('hardware-due', 'DUE_DATE', 'When do you need it?'),
        q('hardware-address', 'TEXT', 'Where should it be delivered?', REQUIRED),
        q('hardware-link', 'TEXT', 'Link to the product'),
      ],
    ],
  ]),
  ...workflow('hardware', 'Equipment approvals', [
    [{ label: 'Manager', asks: 'manager' }],
    [
      { label: 'Department', asks: 'department', from: ['hardware-amount', 1_000] },
      { label: 'Finance', asks: 'finance', from: ['hardware-amount', 5_000] },
    ],
    [{ label: 'Order it', asks: 'it', type: 'TASK' }],
  ]),
}
