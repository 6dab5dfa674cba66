import * as endpoints from '../../../../schema/platform/configuration/endpoints.ts'
import { type Door, rawDoor } from '../../../transport/rest.ts'
import { exportConfiguration } from './operations.ts'

const yamlResponse = ({ fileName, text }: { fileName: string; text: string }): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'application/yaml; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })

export const configurationDoors: Door[] = [rawDoor(endpoints.exportConfiguration, exportConfiguration, yamlResponse)]
