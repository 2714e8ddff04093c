/** A whole configuration file with a first channel, to copy. */
export const FIRST_CHANNEL = `notifications:
  channels:
    - name: orders-data
      slack_webhook:
        url: \${SLACK_WEBHOOK_URL}
`;
