/** The part of the global that we use: TypeScript has it only together with the whole DOM. */
declare namespace WebAssembly {
  type Module = object
  type Instance = object
  type Imports = Record<string, Record<string, unknown>>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
}
