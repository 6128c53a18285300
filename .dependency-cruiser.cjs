'use strict';

const TEST_CODE = '(\\.(test|fake)\\.tsx?$|^tests/|^core/testing/)';

const BROWSER_FILES = '^plugins/[^/]+/[^/]+/ui/';

/** Who may import whom; the reasons stand in docs/plugins.md. Type-only imports count too. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other are one module, or miss a third. Circles of types alone do no harm at run time.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-knows-no-plugin',
      comment: 'core loads plugins by the names in config/plugins.ts and never imports one.',
      severity: 'error',
      from: { path: '^(core|config|migrations)/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'plugin-sees-only-the-contract',
      comment: 'A plugin imports core/contract.ts and nothing else of core.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: [TEST_CODE, BROWSER_FILES] },
      to: { path: '^(core|config|migrations|ui|scripts)/', pathNot: '^core/contract\\.ts$' },
    },
    {
      name: 'browser-files-see-only-the-widget-contract',
      comment: 'The browser files of a plugin import ui/src/widget-contract.ts, packages, each other, and types of their plugin.',
      severity: 'error',
      from: { path: '^plugins/([^/]+/[^/]+)/ui/', pathNot: TEST_CODE },
      to: {
        path: '^(core|config|migrations|ui|scripts|plugins)/',
        pathNot: ['^ui/src/widget-contract\\.ts$', '^plugins/$1/'],
      },
    },
    {
      name: 'browser-files-bring-no-server-code',
      severity: 'error',
      from: { path: '^plugins/([^/]+/[^/]+)/ui/', pathNot: TEST_CODE },
      to: { path: '^plugins/$1/(?!ui/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plugins-keep-server-and-browser-apart',
      comment: 'What runs on the server imports no browser files, and no plugin those of another.',
      severity: 'error',
      from: { path: '^plugins/([^/]+/[^/]+)/(?!ui/)', pathNot: TEST_CODE },
      to: { path: BROWSER_FILES },
    },
    {
      name: 'plugin-test-sees-only-contract-and-testing',
      comment: 'The tests of a plugin may use core/testing besides the contract.',
      severity: 'error',
      from: { path: '^plugins/.*\\.(test|fake)\\.tsx?$' },
      to: { path: '^(core|config|migrations|ui|scripts)/', pathNot: '^core/(contract\\.ts$|testing/)' },
    },
    {
      name: 'plugin-reaches-plugin-through-its-contract',
      comment: 'Other plugins are reached through the ports and events of their contract.ts.',
      severity: 'error',
      from: { path: '^plugins/([^/]+/[^/]+)/', pathNot: TEST_CODE },
      to: { path: '^plugins/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/[^/]+/(contract|shared)\\.ts$'] },
    },
    {
      name: 'tests-of-plugins-use-contracts-and-doubles',
      comment: 'The tests of a plugin may also use the doubles (.fake.ts) of another one.',
      severity: 'error',
      from: { path: '^plugins/([^/]+/[^/]+)/.*\\.(test|fake)\\.tsx?$' },
      to: { path: '^plugins/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/[^/]+/(contract|shared)\\.ts$', '\\.fake\\.ts$'] },
    },
    {
      name: 'payment-adapters-know-no-payments',
      comment: 'The adapters of payment providers know their interface and nothing of what is paid.',
      severity: 'error',
      from: { path: '^plugins/money/payments/gateway/', pathNot: TEST_CODE },
      to: { path: '^plugins/money/payments/(?!gateway/)' },
    },
    {
      name: 'ui-takes-only-types-from-the-wire',
      comment:
        'The browser knows the server by the shapes on the wire, as types only, carries the texts it needs before the server answers, and writes money as the server does.',
      severity: 'error',
      from: { path: '^ui/' },
      to: {
        path: '^(core|plugins|config|migrations|scripts)/',
        pathNot: '^core/(contract/(wire|page|action|block|form|money)\\.ts|locales/(start|ui)\\.(en|ar)\\.json)$',
      },
    },
    {
      name: 'ui-brings-no-server-code',
      severity: 'error',
      from: { path: '^ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^core/.*\\.ts$', pathNot: '^core/contract/money\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-brings-no-browser-code',
      severity: 'error',
      from: { path: '^(core|plugins|config|migrations)/', pathNot: [TEST_CODE, BROWSER_FILES] },
      to: { path: '^ui/' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'What several tests share lives in core/testing.',
      severity: 'error',
      from: { pathNot: TEST_CODE },
      to: { path: '(\\.test\\.tsx?$|^tests/)' },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^(core|plugins|config|migrations|ui)/', pathNot: TEST_CODE },
      to: { path: '^core/testing/' },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is what plugins see: it must not drag the kernel along.',
      severity: 'error',
      from: { path: '^core/contract(/|\\.ts$)' },
      to: { path: '^(core|config)/', pathNot: '^core/contract(/|\\.ts$)' },
    },
    {
      name: 'no-missing-module',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.gen\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.gen\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
