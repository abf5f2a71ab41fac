import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointTable } from './endpoint-table.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [endpointTable(), react(), tailwindcss()],
  // The router brings a copy of this hook for older versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0, // our content security policy refuses data: URLs except for images
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    target: 'es2022',
    rolldownOptions: {
      // Schemas have no side effects, so unused ones are dropped, with the library. Nor do passkeys' two halves.
      treeshake: {
        manualPureFunctions: ['z'],
        moduleSideEffects: [{ test: /\/(contract|core)\/src\/|@simplewebauthn/, sideEffects: false }],
      },
      output: {
        chunkFileNames: 'assets/[name]-[hash:6].js', // the first script names them all, and hashes don't compress
        // A request costs more than a few kilobytes: what the first script needs is one file, and so is what pages
        // share.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: /^(?!.*before-paint)/, priority: 3 },
            {
              name: 'shared',
              // Keep parts that few pages use out of the shared chunk.
              test: /^(?!.*(contract.src|core.src.(message|people|preferences|sign-in)|schedule-draft|features.(phones|preferences|sign-in)|contact-card|api.installation|src.proof|(src|browser).passkeys|legal-document|ui.question|link-to-copy|theirs-or-mine|code-field|resend-button)).*(src|@tanstack)/,
              minShareCount: 2,
              priority: 2,
            },
            // Fewer files: the first script names each one.
            { name: 'contact-card', test: /contact-card/, minShareCount: 2, priority: 1 },
            {
              name: 'sign-in',
              test: /sign-in.email-address|browser.passkeys|use-passkey|api.installation|code-field|resend-button/,
              minShareCount: 2,
              priority: 1,
            },
            // Schemas check what is typed into two forms, and no first screen shows one of these.
            { name: 'schemas', test: /[\\/]zod[\\/]|contract.src|schedule-draft/, minShareCount: 2, priority: 1 },
          ],
        },
      },
      input: { app: 'index.html', 'before-paint': 'src/before-paint.ts' },
    },
  },
})
