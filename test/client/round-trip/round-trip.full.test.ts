import { testRoundTrip } from './test-round-trip.js';

testRoundTrip(5000);
