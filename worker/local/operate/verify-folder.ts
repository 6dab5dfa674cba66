import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadApp } from '../tools/load-app.ts'
import { CHAIN_EXPORTS, type ChainCheck, checkChains, headsInBucket } from './checks/audit-chains.ts'
import { checkDatabases } from './checks/databases.ts'
import { checkFiles } from './checks/files.ts'
import type { Finding } from './checks/finding.ts'
import { checkObjects, OBJECT_EXPORTS, type ObjectCheck } from './checks/objects.ts'
import { STATE_FILE } from './stored-files.ts'

/** Everything that can be checked about a data folder that nothing runs on. What it stores isn't changed. */
export const verifyFolder = async (data: string): Promise<Finding[]> => {
  const databases = checkDatabases(data)
  // The rest would only fail on them.
  if (databases.some(({ ok }) => !ok)) return databases
  const app = await loadApp<ChainCheck & ObjectCheck>(`${CHAIN_EXPORTS}${OBJECT_EXPORTS}`)
  return [...databases, ...(await chainFindings(app, data)), ...checkObjects(app, data), ...checkFiles(data)]
}

const chainFindings = async (app: ChainCheck, data: string): Promise<Finding[]> => {
  const { auditKeys: keys } = JSON.parse(readFileSync(join(data, STATE_FILE), 'utf8')) as { auditKeys?: string }
  const findings: Finding[] = []
  for await (const { name, report } of checkChains(app, data, { keys, kept: headsInBucket(data, app.readHead) })) {
    const { ok, checked, firstBroken } = report
    const broken = `${firstBroken?.problem} (entry ${firstBroken?.auditId})`
    findings.push({ ok, text: `Audit log of ${name}: ${ok ? `${checked} entries are unchanged` : broken}` })
  }
  return findings
}
