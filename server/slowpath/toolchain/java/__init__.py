"""What Java needs: finding a JDK, building, and counters put into class files."""
