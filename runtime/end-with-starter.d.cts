declare function endWithStarter(): void
export = endWithStarter
