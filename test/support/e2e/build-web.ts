import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { forgetWebBuilt, isWebBuilt, rememberWebBuilt, webFingerprint } from '../../../worker/local/host/freshness.ts'
import { paths } from '../../../worker/local/host/paths.ts'

/** Browser tests use the production build of the app, which the stage of production builds has made and measured. */
export default function setup(): void {
  const fingerprint = webFingerprint()
  if (isWebBuilt(fingerprint)) return
  forgetWebBuilt()
  const vite = join(paths.root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(paths.node, [vite, 'build', '--config', paths.webConfig, 'web'], {
    cwd: paths.root,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The web app does not build:\n${stdout}\n${stderr}`)
  rememberWebBuilt(fingerprint)
}
