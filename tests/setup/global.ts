import type { TestProject } from 'vitest/node';
import { startKeptServer } from './kept-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the server that holds the template database; each test file makes its own copy there. */
    adminUrl: string;
  }
}

/**
 * Starts one throw-away server for the whole run, or uses the one of TEST_DATABASE_URL, and fills the template database. With TEST_TEMPLATE_READY that is
 * there already: a test that runs tests of packages gives them its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? undefined : await startKeptServer();
  const stop = async (): Promise<void> => server?.stop();
  try {
    const adminUrl = given ?? server!.url;
    const { prepareTemplate } = await import('../../core/testing/template.ts');
    if (!process.env['TEST_TEMPLATE_READY']) await prepareTemplate(adminUrl, server?.hasTemplate);
    project.provide('adminUrl', adminUrl);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
