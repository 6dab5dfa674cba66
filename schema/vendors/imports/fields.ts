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
    help: 'Email addresses or names of members, separated by a semicolon. Without it you become the owner.',
    headers: ['owner', 'owneremail', 'owneremails', 'vendorowner', 'vendorowners', 'relationshipowner'],
  },
  {
    key: 'signer',
    label: 'Signer',
    example: 'sam@example.com',
    help: 'The email address or name of a member.',
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
