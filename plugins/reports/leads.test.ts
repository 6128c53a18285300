import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { conformance } from '../../core/testing/conformance.ts';
import { INSTALLED_REPORTS } from './installed.ts';
