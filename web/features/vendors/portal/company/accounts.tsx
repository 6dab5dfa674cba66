import { Radio } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { newVendorCompanyPayment, vendorCompanyPaymentChange } from '../../../../../schema/vendors/portal/profile.ts'
import { ACCOUNT_HOLDER_WORDS, BANK_ACCOUNT_WORDS } from '../../../../../schema/vendors/portal/values.ts'
import { DateText } from '../../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { AddressLine } from '../../../platform/addresses/index.ts'
import { addressLines } from './addresses.tsx'
import { type Account, companyKeys, type Profile, readProfile } from './api.ts'
import classes from './company.module.css'
import { deleteAccount, saveAccount } from './part-api.ts'
import { PartDialog } from './part-dialog.tsx'
import { Parts } from './parts.tsx'

const OTHER = 'other'
const HOLDERS = ['COMPANY', 'INDIVIDUAL'] as const
const TYPES = ['CHECKING', 'SAVINGS'] as const
export const bankTypeWord = (type: string): string => BANK_ACCOUNT_WORDS[type as 'CHECKING'] ?? type

const linesOf = ({ vendorCompanyAddress, paymentInformation }: Account): string[] =>
  addressLines(vendorCompanyAddress ?? paymentInformation)

/** The number itself is never shown again, also not to those who entered it. */
export const Accounts = ({ profile }: { profile: Profile | undefined }) => (
  <Parts
    id="accounts"
    title="Bank accounts"
    noun="bank account"
    parts={profile?.vendorCompanyPaymentInformation}
    empty={{
      icon: <IconBuildingBank size={20} aria-hidden />,
      text: 'Where customers pay you. Each customer sees the accounts you share with it, by their last four digits.',
    }}
    nameOf={({ paymentInformation }) => paymentInformation.accountNumber}
    deleteText="Customers you shared it with will no longer see it and get a note. The account number can’t be restored."
    remove={deleteAccount}
    card={(account) => {
      const { accountHolderName, accountNumber, routingNumber, bankAccountType, remittanceEmail } =
        account.paymentInformation
      return (
        <>
          <strong className={classes.number}>
            {bankTypeWord(bankAccountType)} {accountNumber}
          </strong>
          <div>{accountHolderName}</div>
          <div className={classes.number}>Routing number {routingNumber}</div>
          {linesOf(account).length > 0 && <div>{linesOf(account).join(', ')}</div>}
          {remittanceEmail && <div>Remittance to {remittanceEmail}</div>}
          {account.memo && <div className={classes.dim}>{account.memo}</div>}
          <div className={classes.dim}>
            Account last changed <DateText instant={account.bankChangedAt} />
          </div>
        </>
      )
    }}
    dialog={(account, onClose) => <AccountDialog account={account} profile={profile} onClose={onClose} />}
  />
)

interface AccountDialogProps {
  account: Account | null
  profile: Profile | undefined
  onClose: () => void
}

const AccountDialog = ({ account, profile, onClose }: AccountDialogProps) => {
  const known = account?.paymentInformation
  const hasOther = Boolean(known?.address1 && !account?.vendorCompanyAddress)
  const { form, submit, isPending, theirs } = useEndpointForm(
    {
      body: (account
        ? vendorCompanyPaymentChange.omit({ id: true, version: true })
        : newVendorCompanyPayment) as typeof newVendorCompanyPayment,
    },
    {
      initial: {
        accountHolderName: known?.accountHolderName ?? '',
        accountHolderType: (known?.accountHolderType ?? 'COMPANY') as 'COMPANY' | 'INDIVIDUAL',
        accountNumber: '',
        routingNumber: known?.routingNumber ?? '',
        bankAccountType: (known?.bankAccountType ?? 'CHECKING') as 'CHECKING' | 'SAVINGS',
        address1: known?.address1 ?? '',
        address2: known?.address2 ?? '',
        city: known?.city ?? '',
        state: known?.state ?? '',
        postalCode: known?.postalCode ?? '',
        country: known?.country ?? '',
        remittanceEmail: known?.remittanceEmail ?? '',
        memo: account?.memo ?? '',
        addressChoice: account?.vendorCompanyAddress?.id ?? (hasOther ? OTHER : null),
      },
      toBody: ({ addressChoice, ...values }) => ({
        ...values,
        ...(addressChoice !== OTHER && {
          ...{ address1: '', address2: '', city: '', state: '', postalCode: '', country: '' },
        }),
        vendorCompanyAddressId: addressChoice === OTHER ? '' : (addressChoice ?? ''),
      }),
      fields: { vendorCompanyAddressId: 'addressChoice' },
      edited: account && {
        version: account.version,
        read: async () =>
          (await readProfile()).vendorCompanyPaymentInformation.find(({ id }) => id === account.id) ?? null,
      },
      run: (body, { commandId, version }) => saveAccount(account && { id: account.id, version }, body, commandId),
      success: account ? 'Bank account saved' : 'Bank account added',
      invalidates: [companyKeys.all],
      onSuccess: onClose,
    },
  )
  const addresses = (profile?.vendorCompanyAddresses ?? []).map((address) => ({
    value: address.id,
    label: addressLines(address).join(', '),
  }))
  return (
    <PartDialog
      title={account ? 'Edit bank account' : 'Add bank account'}
      submitLabel={account ? 'Save bank account' : 'Add bank account'}
      {...{ isPending, theirs, onClose }}
      onSubmit={submit}
    >
      {account && (
        <p className={classes.note}>
          If you change the holder, account or routing number, customers who see this account are told by email.
        </p>
      )}
      <FieldPair>
        <TextField
          label="Account holder name"
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('accountHolderName')}
        />
        <Radio.Group label="Account holder type" withAsterisk {...form.getInputProps('accountHolderType')}>
          <div className={classes.radios}>
            {HOLDERS.map((value) => (
              <Radio key={value} value={value} label={ACCOUNT_HOLDER_WORDS[value]} />
            ))}
          </div>
        </Radio.Group>
        <TextField
          label="Routing number"
          description="Nine digits"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          {...form.getInputProps('routingNumber')}
        />
        <TextField
          label="Account number"
          description={
            account
              ? `Leave blank to keep ${known?.accountNumber ?? ''}`
              : 'Stored encrypted. Only the last four digits are shown afterwards.'
          }
          required={!account}
          inputMode="numeric"
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('accountNumber')}
        />
      </FieldPair>
      <Radio.Group label="Account type" {...form.getInputProps('bankAccountType')}>
        <div className={classes.radios}>
          {TYPES.map((value) => (
            <Radio key={value} value={value} label={BANK_ACCOUNT_WORDS[value]} />
          ))}
        </div>
      </Radio.Group>
      <OptionSelect
        label="Address"
        options={[...addresses, { value: OTHER, label: 'Another address' }]}
        placeholder="None"
        {...form.getInputProps('addressChoice')}
      />
      {form.values.addressChoice === OTHER && (
        <FieldPair>
          <AddressLine
            label="Address line 1"
            maxLength={300}
            onTake={(address) => form.setValues(address)}
            {...form.getInputProps('address1')}
          />
          <TextField label="Address line 2" maxLength={300} {...form.getInputProps('address2')} />
          <TextField label="City" maxLength={120} {...form.getInputProps('city')} />
          <TextField label="State or region" maxLength={120} {...form.getInputProps('state')} />
          <TextField label="Postal code" maxLength={40} {...form.getInputProps('postalCode')} />
          <TextField label="Country" maxLength={80} {...form.getInputProps('country')} />
        </FieldPair>
      )}
      <TextField
        label="Remittance email"
        description="Where payment notices go"
        type="email"
        inputMode="email"
        maxLength={254}
        {...form.getInputProps('remittanceEmail')}
      />
      <TextField label="Memo" maxLength={500} {...form.getInputProps('memo')} />
    </PartDialog>
  )
}
