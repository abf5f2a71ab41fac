/** The little that we use of the global: TypeScript has it only together with a browser's whole DOM. */
declare namespace WebAssembly {
  type Module = object
  type Instance = object
  type Imports = Record<string, Record<string, unknown>>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
}
