import { renamed } from './fields.ts';

/** GET /mychannel: {overview} in the interface, {mychannel} in releases. */
export const repairOverview = renamed('mychannel', 'overview');
