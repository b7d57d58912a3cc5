/**
 * Preloaded into the processes of a soak: collects their garbage between samples. V8 lets garbage of tens of megabytes
 * wait for minutes, so the memory of a short run would tell about V8's schedule and not about the program.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PERIOD_MS = 3_000;

setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc'), PERIOD_MS).unref();
