import { type Imported, importedFields, inPlace } from '../../shared/record.ts'
import { vendorFields } from '../vendors/record.ts'

/** What a column of an imported file can be: the fields of a vendor, and the headers that mean them. */

export interface ImportField extends Imported {
  key: string
  label: string
}

/** What isn't entered in a file as it is in the form. */
const OTHERS: ImportField[] = [
  {
    key: 'categories',
    label: 'Vendor categories',
    example: 'Software; Data',
    help: 'Names of vendor categories, separated by a semicolon.',
    headers: ['category', 'categories', 'vendorcategory', 'type', 'vendortype'],
  },
  {
    key: 'owners',
    label: 'Owners',
    example: 'dana@example.com; lee@example.com',
    help: 'Email addresses of members, separated by a semicolon. Without it you become the owner.',
    headers: ['owner', 'owneremail', 'owneremails', 'vendorowner', 'vendorowners', 'relationshipowner'],
  },
  {
    key: 'signer',
    label: 'Signer',
    example: 'sam@example.com',
    help: 'The email address of a member.',
    headers: ['signeremail', 'internalsigner', 'signatory', 'contractsigner'],
  },
  {
    key: 'contactName',
    label: 'Contact name',
    example: 'Ines Moreau',
    headers: [
      'contact',
      'contactperson',
      'externalcontact',
      'pointofcontact',
      'externalpointofcontact',
      'primarycontact',
    ],
  },
  {
    key: 'contactEmail',
    label: 'Contact email',
    example: 'ines@northwind.example',
    headers: [
      'email',
      'emailaddress',
      'vendoremail',
      'contactemailaddress',
      'externalcontactemail',
      'pointofcontactemail',
    ],
  },
  {
    key: 'externalSignerName',
    label: 'External signer name',
    example: 'Omar Haddad',
    headers: ['externalsigner', 'vendorsigner', 'vendorsignername'],
  },
  {
    key: 'externalSignerEmail',
    label: 'External signer email',
    example: 'omar@northwind.example',
    headers: ['vendorsigneremail', 'externalsigneremailaddress'],
  },
  {
    key: 'taxIds',
    label: 'Tax ids',
    example: '12-3456789',
    help: 'EIN or TIN, several separated by a semicolon.',
    headers: [
      'taxid',
      'ein',
      'tin',
      'eintin',
      'vat',
      'vatid',
      'vatnumber',
      'taxnumber',
      'taxpayeridentificationnumber',
    ],
  },
]

export const VENDOR_IMPORT_FIELDS: ImportField[] = inPlace(
  [...OTHERS, ...importedFields(vendorFields)],
  ({ key }) => key,
  ['name', 'description', 'website', 'categories', 'owners', 'paymentMethod'],
)

/** A header without case, blanks, punctuation and accents, which people write differently. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The field for each column, or null to leave it out. */
export type ImportMapping = (string | null)[]

/** The suggested mapping. Each field is used once, by the first column whose header matches best. */
export const guessMapping = (headers: readonly string[], fields: readonly ImportField[]): ImportMapping => {
  const keys = headers.map(headerKey)
  const mapping: ImportMapping = headers.map(() => null)
  const take = (matches: (field: ImportField, key: string) => boolean) => {
    for (const field of fields) {
      if (mapping.includes(field.key)) continue
      const column = keys.findIndex((key, index) => key !== '' && mapping[index] === null && matches(field, key))
      if (column >= 0) mapping[column] = field.key
    }
  }
  take((field, key) => key === headerKey(field.label) || key === headerKey(field.key))
  take((field, key) => field.headers.includes(key))
  return mapping
}

/** What is wrong with a mapping, or null: a required field without a column, or one with two. */
export const mappingProblem = (mapping: ImportMapping, fields: readonly ImportField[]): string | null => {
  const chosen = mapping.filter((key) => key !== null)
  const twice = fields.find(({ key }) => chosen.indexOf(key) !== chosen.lastIndexOf(key))
  if (twice) return `${twice.label} is chosen for two columns`
  const missing = fields.find(({ key, isRequired }) => isRequired && !chosen.includes(key))
  return missing ? `Choose the column that holds: ${missing.label}` : null
}
