import path from 'node:path'
import { fetchPackage, type FetchedPackage } from '../fetch-package.ts'

export type FirebaseTools = FetchedPackage & { program: string }

/** Installs the vendor's tools. `kept` is a folder to use and keep. */
export async function firebaseTools(kept: string | undefined): Promise<FirebaseTools> {
  const tools = await fetchPackage('firebase-tools', '15.34.2', kept)
  return { ...tools, program: path.join(tools.folder, 'node_modules/firebase-tools/lib/bin/firebase.js') }
}
