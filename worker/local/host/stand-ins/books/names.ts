import { VENDORS } from '../../../demo/people.ts'
import type { AccountGroup } from './shapes.ts'

type Chart = [number: number, group: AccountGroup, name: string, parts?: string[]]

/** What the company books on. Expenses are divided further until there are enough accounts. */
export const CHART: Chart[] = [
  [1000, 'Bank', 'Checking'],
  [1010, 'Bank', 'Savings'],
  [1020, 'Bank', 'Euro account'],
  [1100, 'Accounts Receivable', 'Accounts receivable'],
  [1200, 'Other Current Asset', 'Prepaid expenses', ['Software', 'Insurance', 'Rent']],
  [1210, 'Other Current Asset', 'Inventory', ['Components', 'Finished robots']],
  [1500, 'Fixed Asset', 'Machinery', ['At cost', 'Accumulated depreciation']],
  [1510, 'Fixed Asset', 'Computers', ['At cost', 'Accumulated depreciation']],
  [2000, 'Accounts Payable', 'Accounts payable'],
  [2010, 'Credit Card', 'Company card'],
  [2100, 'Other Current Liability', 'Payroll liabilities'],
  [2110, 'Other Current Liability', 'Accrued expenses'],
  [2120, 'Other Current Liability', 'Deferred revenue'],
  [2130, 'Other Current Liability', 'Sales tax payable'],
  [2500, 'Long Term Liability', 'Equipment loan'],
  [3000, 'Equity', 'Common stock'],
  [3010, 'Equity', 'Retained earnings'],
  [4000, 'Income', 'Robot sales', ['Industrial arms', 'Medical arms', 'Grippers']],
  [4100, 'Income', 'Service contracts', ['Maintenance', 'Support', 'Training']],
  [4900, 'Other Income', 'Research grants'],
  [4910, 'Other Income', 'Interest earned'],
  [5000, 'Cost of Goods Sold', 'Components', ['Bearings and gears', 'Motors', 'Sensors', 'Steel and castings']],
  [5100, 'Cost of Goods Sold', 'Freight and customs', ['Inbound', 'Outbound']],
  [5200, 'Cost of Goods Sold', 'Hosting for customers'],
  [5300, 'Cost of Goods Sold', 'Contract manufacturing'],
  [6000, 'Expense', 'Salaries and wages'],
  [6010, 'Expense', 'Payroll taxes'],
  [6020, 'Expense', 'Benefits', ['Health insurance', 'Pension']],
  [6100, 'Expense', 'Software', ['Engineering tools', 'Office and collaboration', 'Security']],
  [6110, 'Expense', 'Hardware', ['Laptops', 'Lab equipment']],
  [6200, 'Expense', 'Professional services', ['Legal', 'Audit and tax', 'Consulting', 'Recruiting']],
  [6300, 'Expense', 'Marketing', ['Advertising', 'Agencies', 'Trade fairs', 'Print']],
  [6400, 'Expense', 'Travel', ['Flights', 'Hotels', 'Ground transport', 'Meals']],
  [6500, 'Expense', 'Events', ['Catering', 'Venues']],
  [6600, 'Expense', 'Office', ['Rent', 'Utilities', 'Cleaning', 'Supplies']],
  [6700, 'Expense', 'Insurance'],
  [6710, 'Expense', 'Bank charges'],
  [6720, 'Expense', 'Training and conferences'],
  [6800, 'Expense', 'Depreciation'],
  [8000, 'Other Expense', 'Interest paid'],
  [8010, 'Other Expense', 'Exchange gain or loss'],
]

/** Expenses that are split by department if the chart is to be longer. */
export const SPLIT_BY_DEPARTMENT = ['Software', 'Hardware', 'Professional services', 'Travel', 'Marketing', 'Events']
export const SPLIT_WORDS = ['General', 'Projects', 'Recurring', 'One-off', 'Rebillable', 'Capitalizable']

/** The account a line of business is booked on, with a usual amount in dollars. */
const TRADES: [trade: string, account: string, amount: number][] = [
  ['Software', 'Software:Engineering tools', 2400],
  ['Cloud', 'Hosting for customers', 6800],
  ['Systems', 'Software:Office and collaboration', 900],
  ['Security', 'Software:Security', 1900],
  ['Bearings', 'Components:Bearings and gears', 3200],
  ['Motors', 'Components:Motors', 7400],
  ['Sensors', 'Components:Sensors', 2900],
  ['Castings', 'Components:Steel and castings', 8800],
  ['Freight', 'Freight and customs:Inbound', 1400],
  ['Logistics', 'Freight and customs:Outbound', 2100],
  ['Machining', 'Contract manufacturing', 9600],
  ['Law', 'Professional services:Legal', 5200],
  ['Accountants', 'Professional services:Audit and tax', 4100],
  ['Consulting', 'Professional services:Consulting', 6700],
  ['Talent', 'Professional services:Recruiting', 8000],
  ['Media', 'Marketing:Advertising', 3600],
  ['Studio', 'Marketing:Agencies', 4800],
  ['Exhibitions', 'Marketing:Trade fairs', 11000],
  ['Print', 'Marketing:Print', 480],
  ['Travel', 'Travel:Flights', 620],
  ['Hotels', 'Travel:Hotels', 540],
  ['Cars', 'Travel:Ground transport', 180],
  ['Kitchen', 'Travel:Meals', 95],
  ['Catering', 'Events:Catering', 760],
  ['Venues', 'Events:Venues', 5200],
  ['Properties', 'Office:Rent', 14500],
  ['Energy', 'Office:Utilities', 1100],
  ['Cleaning', 'Office:Cleaning', 640],
  ['Office Supply', 'Office:Supplies', 130],
  ['Insurance', 'Insurance', 2600],
  ['Academy', 'Training and conferences', 1250],
  ['Computers', 'Hardware:Laptops', 1850],
  ['Instruments', 'Hardware:Lab equipment', 4300],
]

const PLACES =
  'Alder Amber Anchor Arbor Aspen Atlas Aurora Basalt Beacon Birch Bluebird Bramble Bridgeport Brook Canyon Cascade Cedar Chestnut Cinder Clearwater Cliffside Cobalt Copper Coral Crescent Crossfield Delta Dover Drift Eastgate Elm Ember Fairview Falcon Fern Foxglove Garnet Glacier Golden Granite Greenfield Grove Harbor Harvest Hawthorn Hazel Heron Highland Hollow Indigo Iron Ivory Jasper Keystone Kingfisher Lakeside Lantern Larch Laurel Linden Meadow'.split(
    ' ',
  )
const ENDS = ['', ', Inc.', ' LLC', ' GmbH', ' B.V.', ' Ltd', ' & Co.', ' Group', ', Lda.']

/** Accounts, usual amounts and departments of the demo company's own vendors, in the order of their names. */
const KNOWN: [account: string, amount: number, department: string][] = [
  ['Hosting for customers', 18400, 'IT'],
  ['Software:Engineering tools', 3500, 'Engineering'],
  ['Professional services:Consulting', 7200, 'IT'],
  ['Marketing:Agencies', 6100, 'Marketing'],
  ['Software:Office and collaboration', 1400, 'Operations'],
  ['Events:Catering', 840, 'Operations'],
  ['Professional services:Consulting', 4600, 'Engineering'],
  ['Hosting for customers', 5900, 'IT'],
  ['Professional services:Legal', 8300, 'Legal'],
  ['Marketing:Print', 710, 'Marketing'],
  ['Travel:Flights', 2300, 'Operations'],
  ['Software:Engineering tools', 9800, 'Engineering'],
]

export interface VendorIdea {
  name: string
  account: string
  amount: number
  department: string | null
  /** Sends a bill each month. */
  isRecurring: boolean
}

const variantsOf = (name: string): string[] => [`${name}, Inc.`, name.toUpperCase(), `${name} Inc`, `${name} (old)`]

/** Vendors in the order of how often they are used. No two have one name. */
export const vendorIdeas = (count: number): VendorIdea[] => {
  const known = VENDORS.map((name, index): VendorIdea => {
    const [account, amount, department] = KNOWN[index] ?? ['Office:Supplies', 200, 'Operations']
    return { name, account, amount, department, isRecurring: index !== 5 && index !== 9 }
  })
  // As books are after some years: the same vendor entered twice, differently.
  const variants = known.slice(0, 8).map((each, index) => ({
    ...each,
    name: variantsOf(each.name)[index % 4] ?? each.name,
    isRecurring: false,
  }))
  const ideas: VendorIdea[] = [...known, { ...variants[0], name: 'Acme, Inc.' } as VendorIdea, ...variants]
  for (let index = 0; ideas.length < count; index++) {
    const [trade, account, amount] = TRADES[index % TRADES.length] ?? ['Supply', 'Office:Supplies', 100]
    const round = Math.floor(index / TRADES.length)
    // Each round of trades goes through the places in another order.
    const place = PLACES[(index * 7 + round) % PLACES.length] ?? 'North'
    const end = ENDS[(index + round) % ENDS.length] ?? ''
    const isRepeated = index >= TRADES.length * PLACES.length
    const again = isRepeated ? ` ${Math.floor(index / (TRADES.length * PLACES.length)) + 1}` : ''
    const isRecurring = index < 160 && index % 3 !== 1
    ideas.push({ name: `${place} ${trade}${again}${end}`, account, amount, department: null, isRecurring })
  }
  return ideas.slice(0, count)
}

export const CUSTOMERS =
  'Alpine Auto Works,Bellwether Hospitals,Calder Steel,Dorado Packaging,Eastside Clinics,Fjord Dairy,Gateway Foundry,Hilltop Surgical,Inland Ports,Juno Diagnostics,Kite Aerospace,Lumen Optics,Meridian Care,Nimbus Pharma,Orchard Foods,Polar Cold Chain,Quarry Cement,Riverbend Paper,Summit Orthopedics,Tidewater Shipyard,Umber Glass,Vista Medical,Westfold Plastics,Yarrow Bakery,Zenith Rail'.split(
    ',',
  )

export const ITEMS: [name: string, income: string, expense: string | null][] = [
  ['Industrial arm A1', 'Robot sales:Industrial arms', null],
  ['Industrial arm A2', 'Robot sales:Industrial arms', null],
  ['Surgical arm M1', 'Robot sales:Medical arms', null],
  ['Gripper kit', 'Robot sales:Grippers', 'Components:Motors'],
  ['Maintenance visit', 'Service contracts:Maintenance', 'Contract manufacturing'],
  ['Support plan, monthly', 'Service contracts:Support', null],
  ['Training day', 'Service contracts:Training', null],
  ['Ball bearing 6204', 'Robot sales:Grippers', 'Components:Bearings and gears'],
  ['Servo motor 400 W', 'Robot sales:Grippers', 'Components:Motors'],
  ['Force sensor', 'Robot sales:Grippers', 'Components:Sensors'],
  ['Aluminum casting', 'Robot sales:Grippers', 'Components:Steel and castings'],
  ['Laptop 14 inch', 'Service contracts:Support', 'Hardware:Laptops'],
]

export const CLASSES: [name: string, parts: string[]][] = [
  ['Industrial', ['Arms', 'Grippers']],
  ['Medical', ['Surgery', 'Care']],
  ['Research', []],
]
export const LOCATION_PARTS: Record<string, string[]> = { Rotterdam: ['Plant', 'Office'], Boston: ['Lab'] }
export const DEPARTMENT_PARTS: Record<string, string[]> = {
  Engineering: ['Arms', 'Grippers', 'Software'],
  Marketing: ['Events', 'Brand'],
  Operations: ['Facilities', 'People'],
}

export const MEMOS: Record<string, string[]> = {
  Software: ['Monthly subscription', 'Annual licenses', 'Additional seats', 'Überarbeitete Rechnung — 5 seats'],
  Components: ['Batch for the A2 series', 'Spare parts', 'Replacement order', 'Prototype run'],
  Travel: ['Customer visit', 'Plant visit Rotterdam', 'Conference', 'Team offsite'],
  Marketing: ['Spring campaign', 'Trade fair stand', 'Brochure', 'Online ads'],
  Events: ['Customer evening', 'Team lunch', 'Summer party'],
  Office: ['Monthly rent', 'Supplies', 'Cleaning', 'Energy'],
}
