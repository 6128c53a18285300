/**
 * What the tests of a package build with, as `lead-platform/testing`: Vitest, the whole product over a database of its own, the conformance suite, and
 * stand-ins for what is outside.
 */
export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
export { type Answer, type CallOptions, startTestApp, type TestApp } from '../../core/testing/app.ts';
export { conformance } from '../../core/testing/conformance.ts';
export type { Fixture } from '../../core/testing/fixture.ts';
export type { Fixtures, Person } from '../../core/testing/fixtures.ts';
export { type Received, Receiver, type Reply } from '../../plugins/connectors/integrations/receiver.fake.ts';
export { Visitors } from '../../plugins/lead-intake/capture/fakes/visitors.fake.ts';
