import { testClosedPipe } from './large-lists-cases.ts';

testClosedPipe(['api GET /downloads']);
