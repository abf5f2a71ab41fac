import path from 'node:path'
import { bringPackage, type BroughtPackage } from '../bring-package.ts'

export type FirebaseTools = BroughtPackage & { program: string }

/** The makers' own tools, brought when they are needed; `kept` names a folder that is used and left there. */
export async function firebaseTools(kept: string | undefined): Promise<FirebaseTools> {
  const tools = await bringPackage('firebase-tools', '15.34.2', kept)
  return { ...tools, program: path.join(tools.folder, 'node_modules/firebase-tools/lib/bin/firebase.js') }
}
