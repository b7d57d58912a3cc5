import { dialects } from '../contract/foreign/dialects.ts';
import { testVerifiedChanges } from './verified-changes-cases.ts';

const usual = ['7.14', '8.1', '8.4', 'doc A'];

testVerifiedChanges(dialects.map(({ name }) => name).filter((name) => !usual.includes(name)));
